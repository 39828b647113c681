/** The text of a template. */
declare module '*.yaml' {
  const text: string;
  export default text;
}

declare module '*.yml' {
  const text: string;
  export default text;
}
