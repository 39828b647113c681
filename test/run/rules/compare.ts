import type { DataOrigin } from '../../../server/exchange/origins';
import type { AstNode } from '../../../server/expression/parse';
import { parseExpression } from '../../../server/expression/parse';
import { childNodes } from '../../../server/expression/walk';
import { BUILT_IN_CATALOG } from '../../../server/format/catalog';
import { stateLabel } from '../../../server/format/target-path';
import { NO_ADDRESS } from '../../../server/project/files/paths';
import type { ScopePath } from '../../../server/project/names/scope-path';
import { allCases, caseSources, targetOf } from '../../../server/run/conversation/cases';
import type { Remark, SourceRange } from '../../../server/run/conversation/events';
import {
  type Program,
  programOf,
  programScopeAt,
  resolveProgramTarget,
} from '../../../server/run/conversation/program';
import type { Sandbox } from '../../../server/run/sandbox/sandbox';
import { typeText } from '../../../server/types/type-text';
import { isNever } from '../../../server/types/value-type';
import { inEnglish } from '../../support/english';
import { exportOf } from '../../support/exported';
import type { FixtureFile } from '../../support/fixture';
import { addressOf, findingsOf, workspaceOf } from '../../support/workspace';
import { type Observation, observeRuns, type SeenEvaluation } from './observe';
import { admissionOf, typedParts } from './types';

/** A rule and a run do not agree. */
export interface Contradiction {
  /** `unreported`: a run fails where no rule reports anything. `untrue`: a run shows that a finding is wrong. */
  readonly kind: 'unreported' | 'untrue';
  /** The rule; for what no rule reports, the kind of fault. */
  readonly code: string;
  readonly message: string;
  readonly place: string;
}

export interface Comparison {
  readonly contradictions: readonly Contradiction[];
  /** Findings that a run reached, by rule: whether it agreed is what was compared. */
  readonly confirmed: ReadonlyMap<string, number>;
  /** Faults of runs that rules reported, by kind. */
  readonly reported: ReadonlyMap<string, number>;
  /** Faults of runs that no rule promises to find, by the name of the reason. */
  readonly outOfReach: ReadonlyMap<string, number>;
  readonly steps: number;
  readonly isComplete: boolean;
  /** Values that were held against their types. */
  readonly types: number;
}

interface Finding extends SourceRange {
  readonly code: string;
  readonly message: string;
}

/** Holds what rules say of a project against what its runs do; undefined if it cannot be run. */
export function compareWithRuns(
  files: readonly FixtureFile[],
  main: string,
  newSandbox: () => Sandbox,
  limits: { readonly maxSteps: number; readonly maxMilliseconds: number },
): Comparison | undefined {
  const exported = exportOf(files, main);
  if (!('text' in exported)) return undefined;
  const program = programOf({ ...exported, catalog: BUILT_IN_CATALOG });
  if (program.root.states.size === 0) return undefined;
  return new Comparer(files, program).compare(newSandbox, limits);
}

/** Findings that say that something does not exist or cannot be evaluated. */
const NAMES = ['unknown-variable', 'used-before-defined', 'payload-outside-transition'];

class Comparer {
  private readonly findings: readonly Finding[];
  private readonly types;
  private readonly contradictions = new Map<string, Contradiction>();
  private readonly confirmed = new Map<string, number>();
  private readonly reported = new Map<string, number>();
  private readonly outOfReach = new Map<string, number>();
  private readonly countedReports = new Set<string>();
  private typesCompared = 0;
  /** The names of all states. */
  private readonly stateNames = new Set<string>();
  /** The names of inputs of states, and of those that transitions pass values to. */
  private readonly inheritedNames = new Set<string>();
  /** The names that transitions pass which are never taken. */
  private readonly misplacedNames = new Set<string>();
  /** Whether the text is not what its author means. */
  private readonly isBroken: boolean;

  constructor(
    private readonly files: readonly FixtureFile[],
    private readonly program: Program,
  ) {
    const workspace = workspaceOf(files);
    this.findings = findingsOf(workspace, files).map(({ path, start, end, finding }) => ({
      address: addressOf(path),
      start,
      end,
      code: finding.rule.code,
      message: inEnglish(finding.message),
    }));
    this.types = typedParts(workspace);
    const collect = ({ states }: Program['root']) => {
      for (const [name, scope] of states) {
        this.stateNames.add(name);
        for (const [input] of scope.source.get('inputs').entries()) this.inheritedNames.add(input);
        for (const [, transition] of scope.source.get('transitions').entries())
          for (const one of caseSources(transition))
            for (const [input] of one.get('target_inputs').entries()) this.misplacedNames.add(input);
        if (scope.kind === 'automata') collect(scope);
      }
    };
    collect(program.root);
    for (const { source } of allCases(program))
      for (const [input] of source.get('target_inputs').entries()) this.inheritedNames.add(input);
    this.isBroken = this.findings.some(({ code }) => code === 'duplicate-key' || code === 'yaml-syntax');
  }

  compare(newSandbox: () => Sandbox, limits: Parameters<typeof observeRuns>[3]): Comparison {
    const observation = observeRuns(this.program, newSandbox, (seen) => this.see(seen), limits);
    for (const remark of observation.remarks) this.addFault(remark);
    this.compareFlow(observation);
    const { contradictions, confirmed, reported, outOfReach } = this;
    const { steps, isComplete } = observation.exploration;
    return {
      contradictions: [...contradictions.values()],
      confirmed,
      reported,
      outOfReach,
      steps,
      isComplete,
      types: this.typesCompared,
    };
  }

  // Expressions

  private see(seen: SeenEvaluation): void {
    const key = `${seen.place.address} ${seen.place.start}`;
    for (const finding of this.findings) {
      if (isInside(finding, seen.place) && seen.isLiteral) this.seeFinding(finding, seen);
    }
    const compared = (this.types.get(key) ?? []).flatMap((part) => {
      // Nothing is claimed of what is unknown or never reached.
      if (part.type.kind === 'unknown' || isNever(part.type)) return [];
      const observed = part.isWhole ? seen.result() : seen.probe(part.source);
      return observed ? [{ ...part, observed, admission: admissionOf(part, observed) }] : [];
    });
    this.typesCompared += compared.length;
    // Types are those of what is there: what may be missing is reported by other means.
    const readsMissing = this.readsMissing(seen);
    for (const { source, type, isRead, observed, admission } of compared) {
      if (admission === 'whole') continue;
      if (admission === 'missing' && (isRead || readsMissing)) {
        count(this.outOfReach, 'types of values that are missing');
        continue;
      }
      const value = JSON.stringify(observed.graph).slice(0, 200);
      this.contradict('untrue', 'type', `\`${source}\` is ${typeText(type)}, but gives ${value}`, seen.place);
    }
  }

  /** Whether an expression reads a variable or member that is missing, or contains what was computed from one. */
  private readsMissing(seen: SeenEvaluation): boolean {
    const key = `${seen.place.address} ${seen.place.start}`;
    const sources = (this.types.get(key) ?? []).flatMap((part) =>
      part.isWhole ? part.names.filter((name) => name !== 'context') : [part.source],
    );
    return sources.some((source) => {
      const observed = seen.probe(source);
      return observed === undefined || /\["undefined"\]|"NaN"/.test(JSON.stringify(observed.graph));
    });
  }

  private seeFinding(finding: Finding, seen: SeenEvaluation): void {
    const text = this.textAt(finding);
    const from = finding.start - seen.bodyStart;
    const node = nodeEndingAt(seen.source, from, finding.end - seen.bodyStart);
    const holds = (expression: string) => seen.probe(expression)?.value === true;
    const check = (isWrong: boolean) => {
      if (isWrong) this.contradict('untrue', finding.code, finding.message, finding);
      else count(this.confirmed, finding.code);
    };
    switch (finding.code) {
      case 'unknown-variable':
      case 'used-before-defined':
      case 'payload-outside-transition':
        // An output of a state is not a variable.
        if (/ has no output /.test(finding.message)) return;
        // An assignment defines a name.
        if (
          /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text) &&
          node?.type === 'Identifier' &&
          !/[^=!<>]=[^=>]/.test(seen.source)
        )
          check(seen.hasVariable(text) || holds(`typeof ${text} !== 'undefined'`));
        return;
      case 'unknown-context-variable':
        check(holds(`context[${JSON.stringify(text)}] !== undefined`));
        return;
      case 'unknown-payload-key':
        check(holds(`payload[${JSON.stringify(text)}] !== undefined`));
        return;
      case 'unknown-member': {
        const member = node && memberEndingAt(seen.source, node);
        if (member) check(holds(`(${member.object})?.[${JSON.stringify(member.name)}] !== undefined`));
        return;
      }
      case 'not-callable': {
        const member = node && memberEndingAt(seen.source, node);
        if (member) check(holds(`typeof (${member.whole}) === 'function'`));
        return;
      }
      case 'function-as-value': {
        const member = node && memberEndingAt(seen.source, node);
        const whole = member?.whole ?? text;
        check(holds(`typeof (${whole}) !== 'function'`));
        return;
      }
      case 'expression-syntax':
      case 'empty-expression':
        check(seen.fault === undefined);
        return;
      case 'value-type': {
        const observed = seen.result();
        if (observed) check(isTaken(finding.message, observed.value, observed.graph.objects));
        return;
      }
      default:
    }
  }

  // Faults of runs

  private addFault(remark: Remark): void {
    const { place, message } = remark;
    if (place === undefined) return;
    const kind = kindOf(remark);
    if (kind === undefined) return;
    const key = `${kind} ${place.address} ${place.start}`;
    if (this.countedReports.has(key)) return;
    this.countedReports.add(key);
    const { codes, reason } = EXPECTED[kind];
    const near = this.findings.filter((one) => overlaps(one, place));
    if (near.some(({ code }) => codes === undefined || codes.includes(code))) count(this.reported, kind);
    else if (reason !== undefined) count(this.outOfReach, reason);
    else this.contradict('unreported', kind, inEnglish(message), place);
  }

  // States and transitions

  private compareFlow({ turns, exploration, remarks }: Observation): void {
    const { program } = this;
    const entered = new Map<string, SourceRange>();
    for (const { outputs } of turns)
      for (const one of outputs)
        if (one.kind === 'state') entered.set(stateLabel(one.path), keyOf(program, one.path));
    const reached = exploration.reached;
    for (const finding of this.findings) {
      const wrong = (isWrong: boolean) => {
        if (isWrong) this.contradict('untrue', finding.code, finding.message, finding);
        else count(this.confirmed, finding.code);
      };
      switch (finding.code) {
        case 'unreachable-state':
          wrong([...entered.values()].some((place) => overlaps(place, finding)));
          break;
        case 'unreachable-case':
        case 'constant-condition': {
          if (finding.code === 'constant-condition' && !/false/.test(this.textAt(finding))) break;
          const one = allCases(program).find(({ source }) => {
            const place = source.origin && nodePlace(source.origin);
            return place !== undefined && isInside(finding, place);
          });
          if (one?.source.origin) wrong(reached.has(one.source.origin));
          break;
        }
        case 'unknown-target': {
          const one = allCases(program).find(({ source }) => {
            const { origin } = targetOf({ source });
            return origin && overlaps(nodePlace(origin), finding);
          });
          const name = one && targetOf(one).text;
          if (one && name) wrong(resolveProgramTarget(program, one.owner, name) !== undefined);
          break;
        }
        case 'always-loop': {
          const one = allCases(program).find(
            ({ source, event }) =>
              event === 'ALWAYS' && source.origin && overlaps(nodePlace(source.origin), finding),
          );
          if (one?.source.origin && reached.has(one.source.origin))
            wrong(!remarks.some(({ code }) => code === 'endless'));
          break;
        }
        case 'dead-end':
        case 'unhandled-event':
        case 'unused-transition':
        case 'render-never-shown':
          for (const turn of turns) this.compareTurn(finding, turn);
          break;
        default:
      }
    }
    if (!exploration.isComplete) return;
    for (const { code, place, message } of exploration.findings) {
      if (code !== 'state-unreached' || place === undefined) continue;
      if (this.findings.some((one) => one.code === 'unreachable-state' && overlaps(one, place)))
        count(this.reported, code);
      else if (this.isWayOpen(place))
        count(this.outOfReach, 'conditions or results decide whether it is reached');
      else this.contradict('unreported', code, inEnglish(message), place);
    }
  }

  /** Whether something leads to a state, so that no rule of the text alone says that it is unreachable. */
  private isWayOpen(place: SourceRange): boolean {
    const { program } = this;
    const name = this.textAt(place).replace(/^['"]|['"]$/g, '');
    return allCases(program).some((one) => {
      const target = targetOf(one).text;
      const scope = target === undefined ? undefined : resolveProgramTarget(program, one.owner, target);
      return scope?.path.includes(name) === true;
    });
  }

  private compareTurn(finding: Finding, { before, event, outputs }: Observation['turns'][number]): void {
    const inState = (path: ScopePath) => {
      const origin = programScopeAt(this.program, path)?.source.origin;
      return origin !== undefined && isInside(finding, wholePlace(origin));
    };
    const wrong = () => this.contradict('untrue', finding.code, finding.message, finding);
    if (finding.code === 'render-never-shown') {
      // Where the target is missing, the state stays.
      const isStuck = outputs.some(({ kind }) => kind === 'error');
      if (!isStuck && outputs.some((one) => one.kind === 'message' && inState(one.state))) wrong();
      return;
    }
    if (before === undefined || !inState(before.state)) return;
    const isLeft = outputs.some(({ kind }) => kind === 'state');
    if (finding.code === 'dead-end') {
      if (isLeft) wrong();
      return;
    }
    const click = event && 'click' in event ? event.click : undefined;
    const button = before.buttons.find((one) =>
      typeof click === 'string' ? one.content === click : click !== undefined && one.event === click.event,
    );
    if (button?.event !== this.textAt(finding)) return;
    if (finding.code === 'unused-transition' || isLeft) wrong();
  }

  /** Why rules say nothing of a fault, although they report others of its kind. */
  private excuseOf(code: string, message: string): string | undefined {
    const has = (...codes: readonly string[]) => this.findings.some((one) => codes.includes(one.code));
    if (code === 'name-missing') {
      const name = /'(.*)'/.exec(message)?.[1] ?? '';
      if (name === 'payload') return 'events that are raised without a payload';
      if (this.stateNames.has(name)) return 'names of states, which may hold their outputs';
      if (this.findings.some((one) => NAMES.includes(one.code) && this.textAt(one) === name))
        return 'a name that is reported at another place';
      if (this.inheritedNames.has(name)) return 'values of inputs, which may continue into other states';
      if (this.misplacedNames.has(name)) return 'names that a misplaced special event would pass';
    }
    if (code === 'event-unhandled' && has('misplaced-special-event'))
      return 'special events that are reported at their transition';
    // A state that may be meant by something wrong is not reported as well.
    if (
      code === 'state-unreached' &&
      has(
        'unknown-target',
        'unknown-initial',
        'misplaced-special-event',
        'unknown-special-event',
        'unhandled-event',
      )
    )
      return 'states that a wrong target or a missing transition may be meant for';
    return undefined;
  }

  private textAt({ address, start, end }: SourceRange): string {
    const file = this.files.find(({ path }) => addressOf(path) === address);
    return (file?.text.slice(start, end) ?? '').replace(/^(['"])(.*)\1$/s, '$2');
  }

  private contradict(kind: Contradiction['kind'], code: string, message: string, place: SourceRange): void {
    const excuse = kind === 'unreported' ? this.excuseOf(code, message) : undefined;
    if (excuse !== undefined) {
      count(this.outOfReach, excuse);
      return;
    }
    if (code === 'unreachable-state' && this.isBroken) return;
    const file = this.files.find(({ path }) => addressOf(path) === place.address);
    const line = file ? file.text.slice(0, place.start).split('\n').length : 0;
    const key = `${kind} ${code} ${place.address} ${place.start}`;
    if (!this.contradictions.has(key))
      this.contradictions.set(key, { kind, code, message, place: `${file?.path ?? place.address}:${line}` });
  }
}

type FaultKind =
  | 'name-missing'
  | 'not-a-function'
  | 'member-of-nothing'
  | 'syntax'
  | 'other-fault'
  | 'target-missing'
  | 'event-unhandled'
  | 'done-unhandled'
  | 'endless'
  | 'wrong-output'
  | 'unset';

/** Which rules report a fault, or why none promises to; without codes, any finding at the place will do. */
const EXPECTED: Readonly<
  Record<FaultKind, { readonly codes: readonly string[] | undefined; readonly reason?: string }>
> = {
  'name-missing': { codes: [...NAMES, 'not-yet-supported', 'expression-not-allowed'] },
  'not-a-function': { codes: ['not-callable', 'unknown-member'], reason: 'calls of what is not known' },
  'member-of-nothing': { codes: undefined, reason: 'members of a value that may be missing' },
  syntax: { codes: undefined },
  'other-fault': { codes: undefined, reason: 'what built-ins throw' },
  'target-missing': {
    codes: [
      'unknown-target',
      'unknown-initial',
      'missing-field',
      'invalid-value',
      'reserved-name',
      'wrong-type',
    ],
  },
  'event-unhandled': {
    codes: ['unhandled-event', 'unknown-special-event', 'missing-field', 'misplaced-special-event'],
  },
  'done-unhandled': { codes: undefined, reason: 'DONE that nothing handles' },
  endless: { codes: ['always-loop'], reason: 'loops with conditions' },
  'wrong-output': { codes: undefined },
  unset: { codes: undefined, reason: 'values that may be missing' },
};

function kindOf({ code, message: found }: Remark): FaultKind | undefined {
  const message = inEnglish(found);
  switch (code) {
    case 'expression-fault':
      if (/^ReferenceError: '.*' is not defined/.test(message)) return 'name-missing';
      if (/not a function/.test(message)) return 'not-a-function';
      if (/cannot (?:read|set) property/.test(message)) return 'member-of-nothing';
      return /^\w*Error: /.test(message) ? 'other-fault' : 'syntax';
    case 'target-missing':
      return 'target-missing';
    case 'event-unhandled':
      return /is done, but/.test(message) ? 'done-unhandled' : 'event-unhandled';
    case 'endless':
      return 'endless';
    case 'context-member-output':
      return 'wrong-output';
    case 'unset-in-text':
      return 'unset';
    default:
      return undefined;
  }
}

/** The smallest part of an expression with this range. */
function nodeEndingAt(source: string, start: number, end: number): AstNode | undefined {
  const { ast } = parseExpression(source);
  let found: AstNode | undefined;
  const stack: AstNode[] = ast ? [ast] : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.start <= start && node.end >= end) found = node;
    for (const child of childNodes(node)) stack.push(child);
  }
  return found;
}

/** The member that a name or key belongs to; undefined where it would do something to evaluate it again. */
function memberEndingAt(source: string, key: AstNode) {
  const { ast } = parseExpression(source);
  const stack: AstNode[] = ast ? [ast] : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (
      node.type === 'MemberExpression' &&
      node.property.start === key.start &&
      node.property.end === key.end
    ) {
      const object = source.slice(node.object.start, node.object.end);
      if (/\(|=|\+\+|--/.test(object)) return undefined;
      const name =
        node.property.type === 'Literal' ? String(node.property.value) : source.slice(key.start, key.end);
      return { object, name, whole: source.slice(node.start, node.end) };
    }
    for (const child of childNodes(node)) stack.push(child);
  }
  return undefined;
}

/** Whether a field that takes what a message says takes a value. */
function isTaken(message: string, value: unknown, objects: readonly (readonly unknown[])[]): boolean {
  const taken = /expects (.*), but/.exec(message)?.[1] ?? '';
  const kind = Array.isArray(value) && typeof value[0] === 'number' ? objects[value[0]]?.[0] : typeof value;
  return (
    (kind === 'number' && taken.includes('a number')) ||
    (kind === 'array' && taken.includes('a list')) ||
    (kind === 'object' && taken.includes('a map')) ||
    (kind === 'boolean' && taken.includes('`true`')) ||
    (kind === 'string' && taken.includes('text'))
  );
}

function keyOf(program: Program, path: ScopePath): SourceRange {
  const origin = programScopeAt(program, path)?.source.origin;
  if (origin === undefined) return { address: NO_ADDRESS, start: 0, end: 0 };
  const { start, end } = origin.key ?? origin.node;
  return { address: origin.address, start, end };
}

function nodePlace({ address, node }: DataOrigin): SourceRange {
  return { address, start: node.start, end: node.end };
}

function wholePlace({ address, node, key }: DataOrigin): SourceRange {
  return { address, start: key?.start ?? node.start, end: node.end };
}

function isInside(inner: SourceRange, outer: SourceRange): boolean {
  return inner.address === outer.address && outer.start <= inner.start && inner.end <= outer.end;
}

function overlaps(a: SourceRange, b: SourceRange): boolean {
  return a.address === b.address && a.start <= b.end && b.start <= a.end;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
