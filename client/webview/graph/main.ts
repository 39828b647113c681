import type { PageStart } from '../../graph/messages';
import { startPage } from '../start-page';
import { App } from './app';
import type { GraphHost } from './host';

startPage((host: GraphHost, start: PageStart) => new App(host, start, document.body));
