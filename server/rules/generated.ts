/** All that is written into other files by `npm run docs`. */
export { translator } from '../text/translation';
export { severityProperties } from './manifest';
export { rulesPage } from './page';
export { featuresPage } from './proof';
