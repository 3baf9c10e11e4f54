/** The one name that is always refused: as a key, JavaScript takes it for the object's prototype. */
export const neverKey = '__proto__'
