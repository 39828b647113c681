import { enclosingStep } from '../format/walk';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { pairOf } from '../yaml/tree/tree';
import { locateCursor } from './cursor-location';

/** An expectation of a scenario file, by the indexes of its scenario and step. */
interface PlacedExpectation {
  /** The main file of the automata. */
  readonly automata: Address;
  readonly scenario: number;
  readonly step: number;
}

/** The expectation at an offset of a document; undefined elsewhere, and if the automata is not known. */
export function expectationAt(
  workspace: Workspace,
  address: Address,
  offset: number,
): PlacedExpectation | undefined {
  const at = locateCursor(workspace, address, offset);
  if (at?.source.documentKind !== 'scenarios' || !at.project.isAutomata) return undefined;
  const step = enclosingStep(at.step, 'scenario-step');
  const scenario = enclosingStep(step, 'scenario');
  if (step?.node?.kind !== 'map' || scenario === undefined) return undefined;
  if (pairOf(step.node, 'expect') === undefined) return undefined;
  return { automata: at.project.root, scenario: scenario.index, step: step.index };
}
