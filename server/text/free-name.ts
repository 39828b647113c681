/**
 * The wanted name; if it is taken, with the first number from 2 on with which it is not.
 *
 * @param isTaken true for finitely many names
 */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
  return name;
}
