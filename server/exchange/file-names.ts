import { freeName } from '../text/free-name';

/** Longer names are hard to read, and their paths are too long for some systems. */
const MAX_LENGTH = 60;
/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Converts arbitrary names to names of files without extension: valid on every system, and unique among all results
 * regardless of case.
 */
export function uniqueFileNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const free = freeName(safeName(name), (one) => taken.has(one.toLowerCase()));
    taken.add(free.toLowerCase());
    return free;
  };
}

function safeName(name: string): string {
  const safe = name
    .replace(/[^\w-]+/g, '_')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, MAX_LENGTH);
  return safe === '' || DEVICES.test(safe) ? `_${safe}` : safe;
}
