import fc from 'fast-check';

/**
 * Random tests take the same way each time, so that what fails was broken by the change at hand. Another way:
 * `ATOMIC_STATE_SEED=7 npm run test:unit`; what it finds becomes a case of its own.
 */
fc.configureGlobal({ seed: Number(process.env.ATOMIC_STATE_SEED ?? 20261121) });
