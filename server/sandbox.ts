import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { QuickJs } from './run/quickjs';

/** Evaluates expressions. A bundle of its own with its engine, loaded when something is first run. */
export const loadSandboxes = () => QuickJs.load(variant);
