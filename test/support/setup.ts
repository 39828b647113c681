import fc from 'fast-check';

/**
 * Random tests use a fixed seed, so that a failure is caused by the current change. For another seed:
 * `ATOMIC_STATE_SEED=7 npm run test:unit`. Failures that it finds become test cases.
 */
fc.configureGlobal({ seed: Number(process.env.ATOMIC_STATE_SEED ?? 20261121) });
