import type { ComparePageStart } from '../../compare/messages';
import { startPage } from '../start-page';
import { CompareApp, type CompareHost } from './app';

startPage((host: CompareHost, start: ComparePageStart) => new CompareApp(host, start, document.body));
