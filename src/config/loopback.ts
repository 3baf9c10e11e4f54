/** Whether a listening address is reachable from this machine alone. */
export const isLoopback = (address: string): boolean => /^(localhost|::1|127(\.\d{1,3}){3})$/.test(address)
