import type { SandboxUse } from './run/sandbox/sandbox';

/** Loads the bundle that evaluates expressions; it has the name here that it has when built. */
export const loadSandboxes = async (use: SandboxUse) =>
  await (await import('./sandbox.js')).loadSandboxes(use);
