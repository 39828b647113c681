/** Places states in a picture. A bundle of its own with its library, loaded when a picture is first made. */
export { computeLayout } from './drawing/compute-layout';
