/** The mark of the product: two wheels and a frame; it stands in the browser's tab and in the corner of pages. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none" stroke="#0f766e" stroke-width="3">' +
  '<circle cx="11" cy="25" r="7.5"/><circle cx="29" cy="25" r="7.5"/><path d="M11 25 17 11h9l3 14M17 11l4 14h8"/></svg>'
