import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { behaviourTask } from '../../server/compare/behaviour';
import { acceptedScenarioOf, scenarioOf } from '../../server/compare/change-scenario';
import { compareAutomata } from '../../server/compare/compare';
import type { BehaviourChange } from '../../server/compare/difference';
import { matchScopes } from '../../server/compare/matching';
import { runTask } from '../../server/engine/task';
import { BUILT_IN_CATALOG } from '../../server/format/catalog';
import { NO_ADDRESS } from '../../server/project/files/paths';
import type { ConversationOutput } from '../../server/run/conversation/events';
import { turnsOf } from '../../server/run/conversation/player';
import { type Program, programOf } from '../../server/run/conversation/program';
import type { Sandbox } from '../../server/run/sandbox/sandbox';
import type { WrittenScenario } from '../../server/run/scenario/path-scenario';
import { readScenarios } from '../../server/run/scenario/read-scenarios';
import { PlayedScenario, runScenario } from '../../server/run/scenario/run-scenario';
import { scenarioFileText } from '../../server/run/scenario/text';
import { automataIn, type RunSubject } from '../run/rules/subjects';
import { inEnglish } from '../support/english';
import { exportOf } from '../support/exported';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'test/fixtures/compare');

/** The agents that changes are planted in. */
export function exampleAgents(): readonly RunSubject[] {
  const bakery = parseFixture(readFileSync(join(FIXTURES, 'bakery.txt'), 'utf8')).files;
  return [
    { name: 'bakery', files: bakery, main: 'main.yaml' },
    ...automataIn(join(ROOT, 'examples'), 'examples'),
  ];
}

export function programFor({ files, main }: Pick<RunSubject, 'files' | 'main'>): Program {
  const result = exportOf(files, main);
  if (!('text' in result)) throw new Error(result.conversionErrors.map(({ message }) => message).join('\n'));
  return programOf({ ...result, catalog: BUILT_IN_CATALOG });
}

/** Limits of turns, and what was played with them. */
export function comparedBehaviour(before: Program, after: Program, sandbox: () => Sandbox, maxSteps: number) {
  const options = { sandbox, now: () => 0, maxSteps };
  return runTask(behaviourTask(before, after, matchScopes(before, after), (_state, event) => event, options));
}

export function differenceOf(before: Program, after: Program, sandbox: () => Sandbox, maxSteps: number) {
  return runTask(compareAutomata(before, after, { sandbox, now: () => 0, maxSteps }));
}

function textOf(scenario: WrittenScenario): string {
  return scenarioFileText({ automata: 'main.yaml', seed: 1, scenarios: [{ ...scenario }] });
}

/** The outputs of the last turn of a scenario. */
export function replayed(scenario: WrittenScenario, program: Program, sandbox: () => Sandbox) {
  const text = textOf(scenario);
  const { scenarios, problems } = readScenarios(text, NO_ADDRESS);
  const [read] = scenarios;
  if (read === undefined || problems.length > 0) throw new Error(text);
  const played = new PlayedScenario(read, program, sandbox, {});
  while (played.player.forward());
  const turns = turnsOf(played.player.stops);
  played.player.dispose();
  return { outputs: turns.at(-1)?.outputs ?? [], turns: turns.length };
}

/** What people notice of outputs, as one text. */
export function noticed(outputs: readonly ConversationOutput[]): string {
  const shown = outputs.filter(
    (one) =>
      !['state', 'note'].includes(one.kind) ||
      (one.kind === 'note' && ['event-unhandled', 'unset-in-text'].includes(one.code)),
  );
  return JSON.stringify(shown, (name, value) =>
    ['place', 'context', 'state', 'path', 'results', 'output_name'].includes(name) ? undefined : value,
  );
}

/** A change of an agent. */
export interface Planted {
  readonly title: string;
  readonly agent: string;
  /** What people notice: one of these kinds. */
  readonly kinds: readonly string[];
  readonly change: (files: readonly FixtureFile[]) => readonly FixtureFile[];
}

/** The cases of `planted.txt`. */
export function plantedChanges(): readonly Planted[] {
  return parseCases(readFileSync(join(FIXTURES, 'planted.txt'), 'utf8')).map(({ title, body }) => {
    const hunks = body.split(/^@ /m).slice(1);
    const kinds = /^= (.*)$/m.exec(body)?.[1]?.split(' ') ?? [];
    return {
      title,
      agent: title.slice(0, title.indexOf(':')),
      kinds,
      change: (files) => hunks.reduce((all, hunk) => replaced(all, hunk, title), files),
    };
  });
}

function replaced(files: readonly FixtureFile[], hunk: string, title: string): readonly FixtureFile[] {
  const [path, ...lines] = hunk.split('\n');
  const linesOf = (mark: string) =>
    lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : [])).join('\n');
  const old = linesOf('-');
  const text = files.find((file) => file.path === path)?.text ?? '';
  if (!text.includes(old)) throw new Error(`${title}: ${path} does not have ${old}`);
  return files.map((file) =>
    file.path === path ? { ...file, text: file.text.replace(old, () => linesOf('+')) } : file,
  );
}

/** Whether the conversation of a change shows it in both versions. */
function isShown(change: BehaviourChange, before: Program, after: Program, sandbox: () => Sandbox): boolean {
  const scenario = scenarioOf('shown', change);
  if (scenario === undefined) return change.kind === 'unreachable';
  const [old, now] = [replayed(scenario, before, sandbox), replayed(scenario, after, sandbox)];
  return old.turns === now.turns && noticed(old.outputs) !== noticed(now.outputs);
}

/** Where the new version does not do what its scenario expects. */
function unmetBy(change: BehaviourChange, after: Program, sandbox: () => Sandbox): string[] {
  const scenario = acceptedScenarioOf('accepted', change);
  const [read] = scenario ? readScenarios(textOf(scenario), NO_ADDRESS).scenarios : [];
  const used = sandbox();
  const unmet = read ? runScenario(read, after, used) : [];
  used.dispose();
  return unmet.map(({ message, actual }) => `${inEnglish(message)} ${JSON.stringify(actual)}`);
}

/** The planted changes that are not reported as expected, or with a conversation that does not show them. */
export function missesOf(planted: readonly Planted[], sandbox: () => Sandbox, maxSteps: number): string[] {
  const agents = exampleAgents();
  const programs = new Map(agents.map((agent) => [agent, programFor(agent)]));
  return planted.flatMap(({ title, agent: name, kinds, change }) => {
    const [agent, before] = [...programs].find(([one]) => one.name.includes(name)) ?? [];
    if (agent === undefined || before === undefined) throw new Error(title);
    const after = programFor({ ...agent, files: change(agent.files) });
    const { behaviour } = differenceOf(before, after, sandbox, maxSteps);
    const found = behaviour.filter(({ kind }) => kinds.includes(kind));
    const all = behaviour.map(({ kind, state }) => `${kind} in ${state}`).join(', ') || 'nothing';
    if (found.length === 0) return [`${title}: ${all} instead of ${kinds.join(' or ')}`];
    if (!found.some((one) => isShown(one, before, after, sandbox))) return [`${title}: ${all} is not shown`];
    return found.flatMap((one) => unmetBy(one, after, sandbox).map((message) => `${title}: ${message}`));
  });
}

/** An agent with another word in all its files. */
export function renamed(agent: RunSubject, word: RegExp, other: string): RunSubject {
  return {
    ...agent,
    files: agent.files.map(({ path, text }) => ({ path, text: text.replace(word, other) })),
  };
}
