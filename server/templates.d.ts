/** The text of a template. */
declare module '*.yaml' {
  const text: string;
  export default text;
}
