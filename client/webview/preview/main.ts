import type { PageStart } from '../../preview/messages';
import { begin } from '../begin';
import { App, type Host } from './app';

begin((host: Host, start: PageStart) => new App(host, start, document.body));
