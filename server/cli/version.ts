/** The version in the manifest. */
export { version } from '../../package.json';
