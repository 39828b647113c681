import type { PageStart } from '../../preview/messages';
import { startPage } from '../start-page';
import { PreviewApp, type PreviewHost } from './app';

startPage((host: PreviewHost, start: PageStart) => new PreviewApp(host, start, document.body));
