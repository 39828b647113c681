import type { PageStart } from '../../run/messages';
import { startPage } from '../start-page';
import { RunApp, type RunHost } from './app';

startPage((host: RunHost, start: PageStart) => new RunApp(host, start, document.body));
