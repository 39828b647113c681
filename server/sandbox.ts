import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { QuickJs } from './run/quickjs';
import { type ExpectationRequest, updateExpectation as update } from './run/update-expectation';

/** Evaluates expressions. A bundle of its own with its engine, loaded when something is first run. */
export const loadSandboxes = () => QuickJs.load(variant);

/** Runs a scenario, and gives the changes with which one of its expectations is met. */
export const updateExpectation = async (request: ExpectationRequest) =>
  update(await loadSandboxes(), request);
