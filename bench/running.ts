import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { BUILT_IN_CATALOG } from '../server/format/catalog';
import { Conversation } from '../server/run/conversation/conversation';
import type { ChatMessage, ConversationEvent } from '../server/run/conversation/events';
import type { Program } from '../server/run/conversation/program';
import { programOf } from '../server/run/conversation/program';
import { explore } from '../server/run/explore/explore';
import { QuickJs } from '../server/run/sandbox/quickjs';
import { exportOf } from '../test/support/exported';
import { automata, MAIN } from './automata';
import { type Goal, median, medianAndP95 } from './report';

/** Measures the running of automata: turns, scenarios, exploration, and the start of `run`. */

const TURNS = 1_000;
const STATES = 600;
const SCENARIOS = 400;
const MAX_EXPLORE_MILLISECONDS = 60_000;

export async function running(
  root: string,
  rounds: number,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const engine = await QuickJs.load(variant);
  const newSandbox = () => engine.sandbox({ seed: 1, now: () => performance.now(), recognizesData: true });
  const quiz = largeQuiz();
  const turns = Array.from({ length: Math.min(rounds, 5) }, () => turnsTime(quiz.program, newSandbox));
  const explored = exploredFolders(root).map(({ name, program }) => {
    const before = process.cpuUsage();
    const { steps, isComplete } = explore(program, {
      sandbox: newSandbox,
      now: () => performance.now(),
      maxMilliseconds: MAX_EXPLORE_MILLISECONDS,
    });
    return { name, steps, isComplete, time: process.cpuUsage(before).user / 1e6 };
  });
  const start = await startTimes(root, rounds);
  const perSecond = scenariosPerSecond(root);
  const lines = explored.map(
    ({ name, steps, isComplete, time }) =>
      `\`${name}\`: ${steps.toLocaleString('en')} steps in ${time.toFixed(1)} s${isComplete ? '' : ', not complete'}.`,
  );
  const text = [
    `${TURNS.toLocaleString('en')} turns in an automata of ${quiz.states} states: ${medianAndP95(turns)} ms of the processor.`,
    `Scenarios: ${perSecond.toFixed(0)} per second.`,
    `First message of \`run\`: ${medianAndP95(start.run)}; \`check\` of the same files: ${medianAndP95(start.check)}.`,
    `Explored: ${lines.join(' ')}`,
    '',
  ].join('\n\n');
  return {
    text,
    goals: [
      {
        goal: `${TURNS.toLocaleString('en')} turns in an automata of ${quiz.states} states, time of the processor`,
        measured: median(turns),
        most: 1000,
        unit: ' ms',
      },
      { goal: 'One scenario', measured: 1000 / perSecond, most: 5, unit: ' ms' },
      {
        goal: 'First message of `run`, in starts of `check`',
        measured: median(start.run) / median(start.check),
        most: 1.5,
        unit: ' ×',
      },
      ...explored.map(({ name, isComplete, time }) => ({
        goal: `\`${name}\` explored completely, time of the processor`,
        measured: isComplete ? time : Number.POSITIVE_INFINITY,
        most: 5,
        unit: ' s',
      })),
    ],
  };
}

/** A quiz with at least the wanted number of states. */
function largeQuiz(): { readonly program: Program; readonly states: number } {
  for (let lines = STATES * 5; ; lines += STATES) {
    const { files, states } = automata(lines);
    if (states < STATES) continue;
    return {
      program: programOfTexts(
        [...files].map(([path, text]) => ({ path, text })),
        MAIN,
      ),
      states,
    };
  }
}

function programOfTexts(
  files: readonly { readonly path: string; readonly text: string }[],
  main: string,
): Program {
  const exported = exportOf(files, main);
  if (!('text' in exported))
    throw new Error(exported.conversionErrors.map(({ message }) => message).join('\n'));
  return programOf({ ...exported, catalog: BUILT_IN_CATALOG });
}

/** Processor time of a long conversation, in milliseconds. */
function turnsTime(program: Program, newSandbox: () => ReturnType<QuickJs['sandbox']>): number {
  const sandbox = newSandbox();
  const right = { value: 'right' };
  const conversation = new Conversation(program, sandbox, { taskStub: () => right });
  let outputs = conversation.begin();
  const before = process.cpuUsage();
  for (let turn = 0; turn < TURNS; turn++) {
    const message = outputs.findLast((one): one is ChatMessage => one.kind === 'message');
    const [button] = message?.buttons ?? [];
    const event: ConversationEvent =
      conversation.waitsFor === 'form' ? { form: {} } : button ? { click: button.content } : { say: 'on' };
    outputs = conversation.handle(event);
  }
  const { user, system } = process.cpuUsage(before);
  sandbox.dispose();
  return (user + system) / 1000;
}

/** Examples, and the real files next to the repository if they exist. */
function exploredFolders(root: string): { readonly name: string; readonly program: Program }[] {
  const corpus = join(root, '../shared/corpus');
  const all = [
    ['trivia', join(root, 'examples/trivia'), 'main.yaml'],
    ['quiz', join(corpus, 'quiz'), 'advanced.yaml'],
    ['master-prompting', join(corpus, 'master-prompting'), 'main.yaml'],
  ] as const;
  return all.flatMap(([name, folder, main]) => {
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path === main || /^(?:state|code)\/.*\.\w+$/.test(path))
      .map((path) => ({
        path: path === main ? 'main.yaml' : path,
        text: readFileSync(join(folder, path), 'utf8'),
      }));
    return [{ name, program: programOfTexts(files, 'main.yaml') }];
  });
}

/** Milliseconds until `run` shows its first message, and until `check` ends. */
async function startTimes(root: string, rounds: number) {
  const cli = join(root, 'dist/cli.js');
  const main = join(root, 'examples/trivia/main.yaml');
  const run: number[] = [];
  const check: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    spawnSync(process.execPath, [cli, 'check', main]);
    check.push(performance.now() - begin);
    run.push(await firstOutput([cli, 'run', main, '--format', 'jsonl']));
  }
  return { run, check };
}

function firstOutput(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    child.stdout.once('data', () => {
      const time = performance.now() - begin;
      child.once('exit', () => resolve(time));
      child.stdin.end();
    });
  });
}

/** The number of scenarios that `test` runs per second after its start. */
function scenariosPerSecond(root: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-bench-'));
  const example = join(root, 'examples/trivia');
  for (const path of readdirSync(example, { recursive: true, encoding: 'utf8' })) {
    if (!/\.\w+$/.test(path) || path.endsWith('.scenario.yaml')) continue;
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(join(example, path)));
  }
  const steps = "[{ form: { name: Ada } }, { click: Start }, { click: 'True' }, { expect: {} }]";
  const timeOf = (count: number) => {
    const scenarios = Array.from({ length: count }, (_, at) => `  - { name: s${at}, steps: ${steps} }\n`);
    writeFileSync(
      join(folder, 'many.scenario.yaml'),
      `automata: main.yaml\nscenarios:\n${scenarios.join('')}`,
    );
    const begin = performance.now();
    spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'test', folder, '--format', 'json']);
    return performance.now() - begin;
  };
  const one = Math.min(timeOf(1), timeOf(1));
  const many = timeOf(SCENARIOS + 1);
  rmSync(folder, { recursive: true });
  return (SCENARIOS * 1000) / (many - one);
}
