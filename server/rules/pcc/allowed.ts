import { enclosingStep, type Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';

/** Restrictions of the `pcc` schema compared with the format. Objects that are missing here have no restrictions. */

type PccObject =
  | 'automata'
  | 'state'
  | 'state-properties'
  | 'task'
  | 'module_config'
  | 'render'
  | 'button'
  | 'case';

interface PccObjectSpec {
  /** Its name in a sentence. */
  readonly title: Message;
  /** All allowed fields; undefined if any field is allowed. */
  readonly fields?: readonly string[];
  /** Required fields that the format does not require. */
  readonly required?: readonly string[];
}

export const PCC_OBJECTS: Readonly<Record<PccObject, PccObjectSpec>> = {
  automata: {
    title: msg('an automata'),
    fields: ['context', 'id', 'initial', 'inputs', 'outputs', 'states', 'transitions', 'type'],
  },
  state: {
    title: msg('a state'),
    fields: ['id', 'type', 'properties', 'inputs', 'tasks', 'outputs', 'render', 'transitions'],
  },
  'state-properties': {
    title: msg('the `properties` of a state'),
    fields: ['is_final', 'cache'],
    required: ['is_final', 'cache'],
  },
  task: { title: msg('a task'), fields: ['name', 'module_type', 'module_config'], required: ['name'] },
  module_config: { title: msg('each `module_config`'), required: ['output_name', 'widget_id'] },
  render: { title: msg('`render`'), fields: ['text', 'image', 'audio', 'buttons'] },
  button: { title: msg('a button'), fields: ['content', 'description', 'on_click', 'button_id'] },
  case: { title: msg('each case in a list'), fields: ['target', 'condition'], required: ['target'] },
};

/** The restricted object at a step; undefined for any other. */
export function pccObjectAt(unit: Unit, step: Step): PccObject | undefined {
  if (isInNestedAutomata(unit, step)) return undefined;
  if (step.field?.name === 'module_config') return 'module_config';
  if (step.type.kind !== 'object') return undefined;
  switch (step.type.object) {
    case 'automata':
    case 'state':
    case 'state-properties':
    case 'task':
    case 'render':
    case 'button':
      return step.type.object;
    case 'transition-case':
      return step.index >= 0 ? 'case' : undefined;
    default:
      return undefined;
  }
}

/** Whether a step is an automata among the states of another. */
export function isNestedAutomata({ type, parent }: Step): boolean {
  return type.kind === 'object' && type.object === 'automata' && parent !== undefined;
}

/** Whether an enclosing automata is already rejected as a whole. */
export function isInNestedAutomata(unit: Unit, step: Step | undefined): boolean {
  if (unit.isNested) return true;
  const automata = enclosingStep(step, 'automata');
  return automata !== undefined && isNestedAutomata(automata);
}
