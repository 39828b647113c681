import type { PageStart } from '../../compare/messages';
import { startPage } from '../start-page';
import { CompareApp, type CompareHost } from './app';

startPage((host: CompareHost, start: PageStart) => new CompareApp(host, start, document.body));
