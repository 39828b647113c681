/** Loads the bundle that evaluates expressions; it has the name here that it has when built. */
export const loadSandboxes = async () => await (await import('./sandbox.js')).loadSandboxes();
