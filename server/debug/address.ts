import { type Address, fileAddress, normalize } from '../project/files/paths';

/** The address of a path, or of a text that is already an address. */
export function addressOfPath(path: string): Address {
  return /^[a-z][a-z0-9+.-]+:/i.test(path) ? normalize(path) : fileAddress(path);
}
