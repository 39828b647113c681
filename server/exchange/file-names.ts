/** More than this is hard to read, and with the path around it too long for some systems. */
const LONGEST = 60;
/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Names for files, without extension, from arbitrary names: valid on every system, and unique regardless of case. */
export function fileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = safeName(name);
    let free = safe;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${safe}_${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

function safeName(name: string): string {
  const safe = name
    .replace(/[^\w-]+/g, '_')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, LONGEST);
  return safe === '' || DEVICES.test(safe) ? `_${safe}` : safe;
}
