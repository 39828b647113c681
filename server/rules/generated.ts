/** All that is written into other files by `npm run docs`. */
export { formatMessage } from '../text/message';
export { severityDescriptions, severityProperties } from './manifest';
export { rulesPage } from './page';
export { featuresPage } from './proof';
