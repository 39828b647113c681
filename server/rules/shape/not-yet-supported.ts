import { isPlainOutput } from '../../project/names/scope';
import type { ScopeEntry } from '../../project/names/symbols';
import { msg } from '../../text/message';
import { stateOfOutput } from '../expressions/state-output';
import { chainRange } from '../expressions/uses';
import type { ReportFinding, Rule, Subject } from '../rule';
import { keyRange } from './descriptions';
import { reliableSteps } from './reliable-steps';

/** Announced but unsupported parts of the format: fields, and outputs of other states in expressions. */
export const notYetSupported: Rule = {
  code: 'not-yet-supported',
  severity: 'information',
  title: 'Not supported by the service yet',
  doc: "The documentation announces `error_message` of a validation, and `state.output` to read an output of another state, but neither works yet. Pass values to other states through `context`: `context.score: '{{score}}'` in `outputs`.",
  example: {
    wrong:
      'inputs:\n  name:\n    type: text\n    user_input: true\n    validations:\n      - max_length: 20\n        error_message: Too long.',
    right:
      'inputs:\n  name:\n    type: text\n    user_input: true\n    description: At most 20 characters.\n    validations:\n      - max_length: 20',
  },
  check(subject, report) {
    for (const { field, pair } of reliableSteps(subject)) {
      if (field?.notYet !== true || pair === undefined || pair.colon < 0) continue;
      report(keyRange(pair), msg`\`${field.name}\` is not supported yet and has no effect.`);
    }
    checkExpressions(subject, report);
  },
};

function checkExpressions(subject: Subject, report: ReportFinding): void {
  for (const { place, parts } of subject.facts.expressions) {
    const entry = subject.resolvedScopes[place.scope];
    if (entry === undefined || place.phase === undefined) continue;
    for (const use of parts.flatMap((part) => part.uses)) {
      const [output] = use.members;
      if (output === undefined || !isStateOutput(subject, entry, use.name, output.name)) continue;
      report(
        chainRange(subject.unit, use, output),
        msg`Reading an output of another state (\`${use.name}.${output.name}\`) is not supported yet. Pass the value through \`context\`.`,
      );
    }
  }
}

/** Whether a name is a nearby state and not a variable, and the member one of its plain outputs. */
function isStateOutput(subject: Subject, from: ScopeEntry, state: string, output: string): boolean {
  const path = stateOfOutput(subject, from, state);
  if (path === undefined) return false;
  return isPlainOutput(subject.project, path, output);
}
