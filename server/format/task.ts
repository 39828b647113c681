import { BOOLEAN, choice, LITERAL, object } from './build';
import { sourceOf } from './documents';
import { MODULES } from './modules';
import type { ObjectId, ObjectSpec } from './types';

/** One call of a module. */

export const TASK_OBJECTS = {
  task: {
    title: 'task',
    doc: 'One call of a module. Its result is a variable for the tasks after it, and for `outputs`, `render` and `transitions`.',
    extra: 'closed',
    fields: [
      {
        name: 'name',
        type: LITERAL,
        doc: 'A label for people; results are known by `output_name`. `pcc` demands it.',
        source: sourceOf('seed', 'types', 'tool'),
      },
      {
        name: 'module_type',
        type: choice(MODULES.map(({ type, doc }) => ({ value: type, doc }))),
        required: true,
        doc: 'Which module to call. It is not evaluated.',
        source: sourceOf('seed', 'types', 'docs'),
      },
      {
        name: 'module_config',
        type: {
          kind: 'sibling',
          key: 'module_type',
          cases: Object.fromEntries(MODULES.map(({ type, config }) => [type, object(config)])),
          otherwise: object('module-config'),
        },
        required: true,
        doc: 'What the module is given; its fields depend on `module_type`. Expressions may stand at any depth.',
        source: sourceOf('seed', 'types', 'docs'),
      },
      {
        name: 'cache',
        type: BOOLEAN,
        default: 'false',
        doc: 'Whether the task runs once and then repeats the stored result. `pcc` takes it inside `module_config` only.',
        source: sourceOf('types'),
      },
    ],
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
