import { isPlainOutput } from '../../project/scope';
import type { ScopeEntry } from '../../project/symbols';
import { msg } from '../../text/message';
import { stateOfOutput } from '../expressions/state-output';
import { chainRange } from '../expressions/uses';
import type { ReportFinding, Rule, Subject } from '../rule';
import { reliableSteps } from './certain';
import { keyRange } from './words';

/** What the format announces and does not have yet: fields, and outputs of other states in expressions. */
export const notYetSupported: Rule = {
  code: 'not-yet-supported',
  severity: 'information',
  title: 'Announced by the format, but without effect so far',
  doc: "The format announces `error_message` of a validation, and reading an output of another state as `state.output`. Neither can be relied on today. What another state is to read goes into `context`: `context.score: '{{score}}'` in `outputs`.",
  example: {
    wrong:
      'inputs:\n  name:\n    type: text\n    user_input: true\n    validations:\n      - max_length: 20\n        error_message: Too long.',
    right:
      'inputs:\n  name:\n    type: text\n    user_input: true\n    description: At most 20 characters.\n    validations:\n      - max_length: 20',
  },
  check(subject, report) {
    for (const { field, pair } of reliableSteps(subject)) {
      if (field?.notYet !== true || pair === undefined || pair.colon < 0) continue;
      report(keyRange(pair), msg`\`${field.name}\` is announced, but has no effect so far.`);
    }
    checkExpressions(subject, report);
  },
};

function checkExpressions(subject: Subject, report: ReportFinding): void {
  for (const { place, parts } of subject.facts.expressions) {
    const entry = subject.scopes[place.scope];
    if (entry === undefined || place.phase === undefined) continue;
    for (const use of parts.flatMap((part) => part.uses)) {
      const [output] = use.members;
      if (output === undefined || !isStateOutput(subject, entry, use.name, output.name)) continue;
      report(
        chainRange(subject.unit, use, output),
        msg`Reading an output of another state (\`${use.name}.${output.name}\`) is announced for the future. Until then, pass it through \`context\`.`,
      );
    }
  }
}

/** Whether a name is that of a state near by, and not of a variable, and the member one of its plain outputs. */
function isStateOutput(subject: Subject, from: ScopeEntry, state: string, output: string): boolean {
  const path = stateOfOutput(subject, from, state);
  if (path === undefined) return false;
  return isPlainOutput(subject.project, path, output);
}
