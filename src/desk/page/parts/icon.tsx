/** The icons of the page, drawn with one stroke on a grid of 24. */
const paths = {
  today: 'M4 13h6V4H4zM14 20h6V11h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  subscriptions: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  orders: 'M6 3h9l4 4v14H6zM9 9h6M9 13h7M9 17h5',
  ship: 'M3 7l9-4 9 4v10l-9 4-9-4zM3 7l9 4 9-4M12 11v10',
  customers: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M16 3.5a4 4 0 0 1 0 7.5M18 15a7 7 0 0 1 4 6',
  products: 'M4 4h7l9 9-7 7-9-9zM8 8h.01',
  coupons: 'M4 7h16v4a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4zM14 7v11',
  figures: 'M4 20V4M4 20h16M8 16l4-5 3 3 5-7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  export: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  alert: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  check: 'M5 13l4 4L19 7',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21a7 7 0 0 1 14 0',
  print: 'M7 9V4h10v5M7 18H4v-8h16v8h-3M7 15h10v5H7z',
  back: 'M15 5l-7 7 7 7',
} as const

export type IconName = keyof typeof paths

/** An icon beside words, which say what it shows. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
