import { startPage } from '../start-page';
import { RunApp, type RunHost } from './app';

startPage((host: RunHost) => new RunApp(host, document.body));
