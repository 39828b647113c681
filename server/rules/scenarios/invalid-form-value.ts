import type { RunFacts, ScenarioName } from '../../facts/scenario';
import { formInput, statePath } from '../../project/flow/possible-states';
import { situationOf } from '../../project/names/scenario-names';
import { samePath } from '../../project/names/scope-path';
import type { Project } from '../../project/project';
import { type Message, msg } from '../../text/message';
import { nearestNames } from '../../text/nearest';
import { disagreement } from '../../yaml/read/yaml-1-1';
import { isEmptyOrNull, type MapNode, type Node, textOf } from '../../yaml/tree/tree';
import { type FindingDetails, type Rule, relatedEntry, type Subject } from '../rule';
import { choiceAdvice, choiceFixes, isSameLiteral, literalChoices } from '../shape/choice-mismatch';
import { describeNode, valueRange } from '../shape/descriptions';
import { scenarioNamesOf } from './names';

/** A value that the open form does not accept. */
export const invalidFormValue: Rule = {
  code: 'invalid-form-value',
  severity: 'warning',
  title: 'Form of a scenario does not accept a value',
  doc: 'The value has another type than the input, or is not one of its `choices`, so the form stays open. This is not reported if the scenario expects `form_error` or another state, or fills in the form again.',
  check(subject, report) {
    const { project, unit } = subject;
    for (const name of scenarioNamesOf(subject, 'form-field')) {
      const { value, run, step } = name;
      if (value === undefined || value.kind === 'alias' || isEmptyOrNull(value)) continue;
      const problems = problemsIn(subject, name, value);
      const [first] = problems;
      if (first === undefined || isExpected(project, run, step)) continue;
      report(valueRange(unit, value, undefined), first.message, first.details);
    }
  },
};

interface Problem {
  readonly message: Message;
  readonly details: FindingDetails;
}

/** The problem with a value in each form that may be open; none if one of them may accept it. */
function problemsIn(subject: Subject, name: ScenarioName, value: Node): readonly Problem[] {
  const { forms = [] } = situationOf(subject.project, name);
  const problems = forms.map((state) => {
    const input = formInput(subject.project, state, name.text);
    if (input === undefined) return undefined;
    const { entry, map } = input;
    const problem = typeProblem(name.text, map, value) ?? choiceProblem(subject, name.text, map, value);
    if (problem === undefined) return undefined;
    const related = [relatedEntry(msg('The input is defined here.'), entry)];
    return { ...problem, details: { ...problem.details, related } };
  });
  return problems.every((one) => one !== undefined) ? problems : [];
}

function typeProblem(name: string, input: MapNode, value: Node): Problem | undefined {
  const expected = expectedType(textOf(input, 'type'), value);
  return (
    expected && { message: msg`\`${name}\` expects ${expected}, not ${describeNode(value)}.`, details: {} }
  );
}

/** What an input expects instead of a value; undefined if it accepts the value, or if this is not known. */
function expectedType(type: string | undefined, value: Node): Message | undefined {
  const isScalar = value.kind === 'scalar';
  // `ambiguous-scalar` reports words that YAML 1.1 reads as booleans.
  if (isScalar && (value.value.trim() === '' || (value.style === 'plain' && disagreement(value.value))))
    return undefined;
  const isBoolean = isScalar && /^(?:true|false)$/i.test(value.value);
  const number = isScalar && !isBoolean ? Number(value.value) : Number.NaN;
  const isNumber =
    isScalar && (value.type === 'integer' || value.type === 'float' || Number.isFinite(number));
  switch (type) {
    case 'number':
      return isNumber ? undefined : msg('a number');
    case 'integer':
      return isNumber && !(number % 1) ? undefined : msg('a whole number');
    case 'boolean':
      return isBoolean ? undefined : msg('`true` or `false`');
    default:
      return undefined;
  }
}

function choiceProblem({ unit }: Subject, name: string, input: MapNode, value: Node): Problem | undefined {
  const choices = literalChoices(input);
  if (value.kind !== 'scalar' || value.value === '' || choices.length === 0) return undefined;
  if (choices.some((choice) => isSameLiteral(choice, value))) return undefined;
  const texts = choices.map((choice) => choice.value);
  const near = Number.isFinite(Number(value.value)) ? [] : nearestNames(value.value, texts);
  return {
    message: msg`\`${value.value}\` is not one of the choices of \`${name}\`.${choiceAdvice(texts, near)}`,
    details: { fixes: choiceFixes(unit, value, near) },
  };
}

/** Whether a scenario may expect that a form does not accept its values. */
function isExpected(project: Project, run: RunFacts, step: number): boolean {
  const forms = situationOf(project, { run, step }).forms ?? [];
  // An indexed loop: scenarios may have thousands of steps, and the next action ends it.
  for (let next = step + 1; next < run.steps.length; next++) {
    const { kind, state, expectsError, expectsForm } = run.steps[next] ?? {};
    if (kind !== 'expect') return kind === undefined || kind === 'form' || kind === 'cancel';
    if (expectsError || expectsForm) return true;
    const path = state === undefined ? undefined : statePath(project, state);
    if (state !== undefined && !forms.some((form) => path && samePath(form, path))) return true;
  }
  return false;
}
