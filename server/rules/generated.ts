/** All that is written into other files by `npm run docs`. */
export { formatMessage } from '../text/message';
export { featuresPage } from './features-page';
export { severityDescriptions, severityProperties } from './manifest';
export { rulesPage } from './page';
