/** Computes the positions of states in a picture. A separate bundle with its library, loaded for the first picture. */
export { computeLayout } from './drawing/compute-layout';
