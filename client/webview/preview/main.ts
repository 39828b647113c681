import { startPage } from '../start-page';
import { PreviewApp, type PreviewHost } from './app';

startPage((host: PreviewHost) => new PreviewApp(host, document.body));
