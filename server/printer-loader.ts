/** Loads the bundle that prints YAML; it has the name here that it has when built. */
export const loadPrinter = async () => (await import('./formatter.js')).printYaml;
