/** Everything that `npm run docs` writes into other files. */
export { formatMessage } from '../text/message';
export { featuresPage } from './features-page';
export { severityDescriptions, severityProperties } from './manifest';
export { rulesPage } from './page';
