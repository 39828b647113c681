import type { PageStart } from '../../graph/messages';
import { begin } from '../begin';
import { App } from './app';
import type { Host } from './host';

begin((host: Host, start: PageStart) => new App(host, start, document.body));
