import { engine } from '../engine/engine';
import { collectFacts } from './collect';

/** The facts of a unit in a file of a shape, where these modules are known. */
export const factsOf = engine.slicedQuery('facts', collectFacts);
