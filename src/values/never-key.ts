/** The one name that nothing is called: JavaScript would take what it stands for as the prototype of the object. */
export const neverKey = '__proto__'
