/** Loads the bundle that places states in a picture; it has the name here that it has when built. */
export const loadComputeLayout = async () => (await import('./layout.js')).computeLayout;
