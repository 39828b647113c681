import { engine } from '../engine/engine';
import { collectFacts } from './collect';

/** The facts of a unit in a file of a kind, with the modules that are known there. */
export const factsOf = engine.slicedQuery('facts', collectFacts);
