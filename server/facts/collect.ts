import type { Task } from '../engine/task';
import { identifiersIn, isIdentifier } from '../expression/identifier';
import type { Catalog } from '../format/catalog';
import { type DocumentKind, rootTypeOf } from '../format/document-kind';
import { fieldTaking, isFieldOfCase } from '../format/misplaced';
import type { ObjectSpec } from '../format/types';
import { enclosingStep, isTagged, rootStep, type Step, walkTask } from '../format/walk';
import { append } from '../text/append';
import { compactList } from '../text/compact';
import { nearestNames } from '../text/nearest';
import { leadingKey } from '../yaml/cut/slices';
import { hasNoValue, type Unit } from '../yaml/cut/unit';
import {
  hasKnownPairs,
  isEmptyOrNull,
  type MapNode,
  type Node,
  resolveAlias,
  resolvedPairs,
  type ScalarNode,
  textOf,
} from '../yaml/tree/tree';
import { isNodeUncertain, uncertainRanges } from '../yaml/tree/uncertainty';
import { RESOLVED, type TreeView, WRITTEN } from '../yaml/tree/view';
import { commentedText } from './commented-text';
import { scalarFacts } from './expressions';
import {
  type ExpressionFacts,
  type ExpressionPlace,
  type FileUse,
  SCOPE_PARTS,
  type ScopePart,
  type UnbracedFacts,
  type UnitFacts,
  type WordsFacts,
} from './facts';
import { meantField, namesResult } from './misspelt';
import { contextPart, isButtonName, misspeltContext, nameOf, payloadOf } from './name';
import { isEmptyNode, isOpaque } from './opaque';
import { compactScope, emptyScope, type OpenScope } from './open-scope';
import { evaluates, keysOf, opensScope, placeOf, positionOf } from './place';
import { collectScenarioFacts } from './scenario';
import { casesOf } from './transitions';
import { startsWithTemplate } from './unbraced';

/** Collects the definitions and uses in a unit, according to the format, as a task. Never throws. */
export function* collectFacts(catalog: Catalog, documentKind: DocumentKind, unit: Unit): Task<UnitFacts> {
  const collector = new Collector(unit, catalog, WRITTEN);
  yield* collector.run(documentKind);
  return collector.facts;
}

/**
 * The same with the targets of aliases and the merged pairs in each scope that repeats them. Undefined if this would be
 * too much.
 */
export function* collectResolvedFacts(
  catalog: Catalog,
  documentKind: DocumentKind,
  unit: Unit,
): Task<UnitFacts | undefined> {
  const collector = new Collector(unit, catalog, RESOLVED);
  return (yield* collector.run(documentKind)) ? collector.facts : undefined;
}

/** Sections whose names are not only their keys, but also deeper in their values. */
const DEEP_PARTS: ReadonlySet<ScopePart> = new Set<ScopePart>(['tasks', 'render', 'transitions']);

/** Fields below them that name events or targets, or contain such fields. */
const NAVIGATION_FIELDS: ReadonlySet<string> = new Set(['buttons', 'on_click', 'event', 'target']);

/** Sections that may not be empty: without a value, they are incomplete. */
const NON_EMPTY_PARTS: ReadonlySet<ScopePart> = new Set<ScopePart>([
  'states',
  'inputs',
  'tasks',
  'render',
  'transitions',
]);

/** Fields below them that define events or variables. */
const NON_EMPTY_FIELDS: ReadonlySet<string> = new Set(['on_click', 'event', 'module_type', 'output_name']);

class Collector {
  private readonly scopes: OpenScope[] = [];
  private readonly files: FileUse[] = [];
  private readonly expressions: ExpressionFacts[] = [];
  private readonly unbraced: UnbracedFacts[] = [];
  private readonly words: WordsFacts[] = [];
  private readonly opaque: number[] = [];
  /** Scopes that the walk is in, outermost first, with the step that opened each. */
  private readonly open: { scope: OpenScope; step: Step }[] = [];
  private scenarios: UnitFacts | undefined;
  private readonly broken: boolean;
  private readonly hasUncertainRanges: boolean;

  constructor(
    private readonly unit: Unit,
    private readonly catalog: Catalog,
    private readonly view: TreeView,
  ) {
    this.broken = unit.parsed.problems.some((problem) => !problem.recovered && problem.kind !== 'comment');
    this.hasUncertainRanges = uncertainRanges(unit).length > 0;
  }

  /** Returns false if the unit is not visited completely. */
  *run(documentKind: DocumentKind): Task<boolean> {
    if (documentKind === 'scenarios') {
      this.scenarios = collectScenarioFacts(this.unit, this.catalog);
      return true;
    }
    if (documentKind === 'successor') return true;
    const root = rootStep(this.unit.parsed.root, rootTypeOf(this.unit, documentKind), this.catalog);
    const visitor = {
      enter: (step: Step) => this.enter(step),
      leave: (step: Step) => this.leave(step),
    };
    return yield* walkTask(root, visitor, this.view);
  }

  get facts(): UnitFacts {
    if (this.scenarios) return this.scenarios;
    return {
      scopes: this.scopes.map(compactScope),
      files: compactList(this.files),
      expressions: compactList(evaluatedOnce(this.expressions)),
      unbraced: compactList(this.unbraced),
      words: compactList(this.words),
      opaque: compactList(this.opaque),
    };
  }

  private enter(step: Step): void | Task<void> {
    this.openScope(step);
    const { node } = step;
    const scope = this.open.at(-1)?.scope;
    if (node === undefined || scope === undefined) return;
    this.noteIncomplete(step, scope);
    this.noteMisspelt(step, scope);
    this.noteUncertain(step, node, scope);
    this.noteOpaque(step, node);
    this.entry(step, scope);
    this.task(step, scope);
    if (node.kind === 'map' && step.type.kind === 'object' && step.type.object === 'event') {
      this.emitFromObject(node, scope);
    }
    if (node.kind === 'scalar') return this.scalar(step, node, scope);
  }

  private leave(step: Step): void {
    if (this.open.at(-1)?.step === step) this.open.pop();
  }

  private openScope(step: Step): void {
    if (!opensScope(step)) return;
    const isChild = step.parent !== undefined;
    const outer = this.open.at(-1)?.scope.path ?? this.unit.path;
    const { type } = step;
    // A map of states at the root continues the automata that it is part of.
    const kind = type.kind === 'object' && type.object === 'state' ? 'state' : 'automata';
    const node = step.node && resolveAlias(step.node);
    const map = node?.kind === 'map' && type.kind === 'object' ? node : undefined;
    const scope = emptyScope({
      kind: isChild && type.kind !== 'object' ? 'state' : kind,
      path: step.pair ? outer.concat(step.pair.name) : outer,
      name: nameOf(step.pair?.key, this.unit.text),
      map,
      incomplete: new Set(this.broken ? this.brokenParts(!isChild) : []),
    });
    if (isChild && (step.node?.kind === 'alias' || (step.node && isTagged(step.node)))) {
      for (const part of SCOPE_PARTS) scope.incomplete.add(part);
    }
    // The documentation does not say how the conversation continues after a widget.
    if (map !== undefined && textOf(map, 'type') === 'widget') scope.incomplete.add('transitions');
    this.scopes.push(scope);
    this.open.push({ scope, step });
  }

  /**
   * The part of a scope that may be missing because the unit has a syntax error. A broken slice loses nothing of the
   * enclosing automata except the section that it contains.
   */
  private brokenParts(isRoot: boolean): readonly ScopePart[] {
    if (!isRoot || this.unit.kind === 'whole') return SCOPE_PARTS;
    const key = this.unit.kind === 'section' ? leadingKey(this.unit) : undefined;
    return SCOPE_PARTS.filter((part) => part === key);
  }

  /** A part that is an alias, has a tag or merges keys has unknown content. */
  private noteIncomplete(step: Step, scope: OpenScope): void {
    const { node } = step;
    if (node === undefined) return;
    this.noteMissingValue(step, scope);
    this.noteWrongKind(step, node, scope);
    if (!isOpaque(node, this.view)) return;
    const opener = this.open.at(-1)?.step;
    if (step === opener) for (const part of SCOPE_PARTS) scope.incomplete.add(part);
    const part = this.partOf(step);
    // Below the sections that only list names, the content of a value does not matter.
    if (part !== undefined && (step.parent === opener || DEEP_PARTS.has(part))) scope.incomplete.add(part);
  }

  /** A section that is a list where it should be a map, or text, may mean anything: one finding reports it. */
  private noteWrongKind(step: Step, node: Node, scope: OpenScope): void {
    const { declared } = step;
    if (step.field?.name === 'function_parameters' && node.kind === 'map')
      scope.hiddenResults.push({ task: orderOf(enclosingStep(step, 'task')), name: undefined });
    const opener = this.open.at(-1)?.step;
    const isMap = declared.kind === 'map' || declared.kind === 'object';
    const isText = node.kind === 'scalar' && !isEmptyOrNull(node);
    if (step === opener && (node.kind === 'seq' || isText))
      for (const part of SCOPE_PARTS) scope.incomplete.add(part);
    if (step.parent !== opener) return;
    const part = this.partOf(step);
    if (isMap && part !== undefined && (node.kind === 'seq' || isText)) scope.incomplete.add(part);
  }

  /** The value of a key without a value is unknown: one finding reports the key, and no other follows from it. */
  private noteMissingValue(step: Step, scope: OpenScope): void {
    const { field, pair } = step;
    if (field === undefined || pair === undefined || pair.value.kind !== 'scalar') return;
    const part = this.partOf(step);
    if (part === undefined) return;
    const isSection = step.parent === this.open.at(-1)?.step;
    // In a section, the first key may be incomplete.
    const isBegun = isSection && pair.value.style === 'plain' && !isEmptyOrNull(pair.value);
    if (!isBegun && !hasNoValue(this.unit, pair)) return;
    if (isSection ? NON_EMPTY_PARTS.has(part) : DEEP_PARTS.has(part) && NON_EMPTY_FIELDS.has(field.name))
      scope.incomplete.add(part);
  }

  /** A section under a misspelt name is not known, and neither are the targets in a misspelt field of it. */
  private noteMisspelt(step: Step, scope: OpenScope): void {
    this.noteMisplaced(step, scope);
    const meant = meantField(step);
    if (meant === undefined) return;
    const { node } = step;
    if (namesResult(step, meant) && node?.kind === 'scalar')
      scope.hiddenResults.push({ task: orderOf(enclosingStep(step, 'task')), name: node.value });
    const isSection = step.parent === this.open.at(-1)?.step;
    const part = isSection ? SCOPE_PARTS.find((one) => one === meant) : this.partOf(step);
    if (part !== undefined && (isSection || (DEEP_PARTS.has(part) && NAVIGATION_FIELDS.has(meant))))
      scope.incomplete.add(part);
  }

  /** A field in the wrong object is unknown in the object where it belongs, an inner or an enclosing one. */
  private noteMisplaced(step: Step, scope: OpenScope): void {
    const { field, pair, parent, node } = step;
    if (field !== undefined || pair === undefined || parent?.type.kind !== 'object') return;
    const { object } = parent.type;
    if (this.catalog.specOf(object).extra === 'open') return;
    const isSection = parent === this.open.at(-1)?.step;
    const section = SCOPE_PARTS.find((part) => part === pair.name);
    if (section !== undefined) for (const { scope: one } of this.open) one.incomplete.add(section);
    const place = fieldTaking(object, pair.name);
    if (place === undefined) return;
    const part = SCOPE_PARTS.find((one) => one === place.name);
    if (isSection && part !== undefined) scope.incomplete.add(part);
    if (object === 'task' && pair.name === 'output_name' && node?.kind === 'scalar')
      scope.hiddenResults.push({ task: orderOf(parent), name: node.value });
  }

  /** If a syntax error makes a name uncertain, the part that contains it may have other names. */
  private noteUncertain(step: Step, node: Node, scope: OpenScope): void {
    if (!this.hasUncertainRanges || !isNodeUncertain(this.unit, node)) return;
    const opener = this.open.at(-1)?.step;
    if (step === opener) {
      for (const part of this.uncertainParts(step)) scope.incomplete.add(part);
      return;
    }
    const { type } = step;
    const isName =
      type.kind === 'string' ? type.role !== undefined : type.kind !== 'map' && node.kind !== 'scalar';
    const part = this.partOf(step);
    if (part === undefined) {
      if (isName) scope.incomplete.add('states');
    } else if (step.parent === opener || (DEEP_PARTS.has(part) && isName)) scope.incomplete.add(part);
  }

  /** The parts that may be missing from a scope if one of its keys is uncertain. */
  private uncertainParts({ parent, type }: Step): readonly ScopePart[] {
    if (type.kind === 'map') return ['states'];
    const key = parent === undefined && this.unit.kind === 'section' ? leadingKey(this.unit) : undefined;
    const part = SCOPE_PARTS.find((one) => one === key);
    return part === undefined ? SCOPE_PARTS : [part];
  }

  /** A value that only the reader of its tag knows; or an alias whose target is not visited in its place. */
  private noteOpaque({ type }: Step, node: Node): void {
    const isFile = node.tag?.name === '!include' || node.tag?.name === '!oneline';
    const isUnresolved = node.kind === 'alias' || (node.kind === 'map' && !hasKnownPairs(node));
    const isEvaluated = type.kind !== 'string' || type.template;
    if ((isTagged(node) && !isFile) || (isUnresolved && isEvaluated)) this.opaque.push(this.scopeIndex());
  }

  /** The value under a key of a map. */
  private valueAt(map: MapNode, name: string): Node | undefined {
    const pair = this.view.pairOf(map, name);
    return pair && this.view.nodeAt(pair.value);
  }

  private partOf(step: Step): ScopePart | undefined {
    const opener = this.open.at(-1)?.step;
    let child: Step | undefined = step;
    while (child !== undefined && child.parent !== opener) child = child.parent;
    const name = child?.field?.name;
    if (opener?.type.kind === 'map') return 'states';
    return SCOPE_PARTS.find((part) => part === name);
  }

  /** A value whose key is a name: an input, an output, a context variable, a handled event. */
  private entry(step: Step, scope: OpenScope): void {
    const { pair, node } = step;
    const name = nameOf(pair?.key, this.unit.text);
    if (pair === undefined || name === undefined || node === undefined || pair.name === '<<') return;
    switch (keysOf(step.parent?.type)) {
      case 'input':
        scope.inputs.push({ name, node });
        break;
      case 'output':
        scope.outputs.push({
          name,
          context: contextPart(pair.key, name, this.unit.text),
          misspelt: misspeltContext(name.text),
          index: positionOf(step),
          node,
        });
        break;
      case 'context':
        // The prefix is another finding.
        scope.context.push({ name: contextPart(pair.key, name, this.unit.text) ?? name, node });
        break;
      case 'event':
        // Which transition it belongs to is not known.
        if (isFieldOfCase(pair)) scope.incomplete.add('transitions');
        else scope.handlers.push({ event: name, node, cases: casesOf(node, this.unit, this.view) });
        break;
    }
  }

  private task(step: Step, scope: OpenScope): void {
    if (step.type.kind !== 'object' || step.type.object !== 'task' || step.node?.kind !== 'map') return;
    const label = nameOf(this.valueAt(step.node, 'name'), this.unit.text);
    if (label) scope.tasks.push(label);
    const typeName = nameOf(this.valueAt(step.node, 'module_type'), this.unit.text);
    const config = this.view.pairOf(step.node, 'module_config')?.value;
    const map = config && resolveAlias(config);
    const module = typeName && this.catalog.moduleOf(typeName.text);
    const hide = () => scope.hiddenResults.push({ task: orderOf(step), name: undefined });
    const named = map?.kind === 'map' ? this.valueAt(map, 'output_name') : undefined;
    if (named !== undefined) {
      if (named.kind === 'scalar' && nameOf(named) === undefined) hide();
      return;
    }
    // A configuration without a value is reported by one finding, at its key.
    if (config === undefined || isEmptyOrNull(config)) hide();
    if (typeName === undefined || module === undefined) hide();
    else if (module.defaultOutputName !== undefined) {
      const name = { ...typeName, text: module.defaultOutputName };
      const widget = map?.kind === 'map' ? this.valueAt(map, 'widget_id') : undefined;
      const isOpaque =
        widget?.kind === 'scalar' && this.catalog.widgetOf(widget.value) === undefined
          ? ({ isOpaque: true } as const)
          : {};
      scope.results.push({ name, task: positionOf(step), kind: 'default', ...isOpaque });
    } else if (map?.kind === 'map' && lacksResult(this.catalog.specOf(module.config), map)) hide();
  }

  private emitFromObject(map: MapNode, scope: OpenScope): void {
    const event = nameOf(this.valueAt(map, 'event'), this.unit.text);
    if (event === undefined) return;
    const value = this.view.pairOf(map, 'payload')?.value;
    const payload = value && resolveAlias(value);
    const complete =
      value === undefined
        ? this.view.hasAllPairs(map)
        : (payload?.kind === 'map' && this.view.hasAllPairs(payload)) || isEmptyNode(value);
    scope.emits.push({
      event,
      node: map,
      payload: payload?.kind === 'map' ? payloadOf(payload, this.unit.text, this.view) : [],
      complete,
    });
  }

  private scalar(step: Step, node: ScalarNode, scope: OpenScope): void | Task<void> {
    const tag = node.tag?.name;
    const name = nameOf(node, this.unit.text);
    if (tag === '!include' || tag === '!oneline') {
      if (name) {
        const { pair, phase } = step;
        this.files.push({ tag, path: name, scope: this.scopeIndex(), key: pair?.name, phase });
      }
      return;
    }
    const role = step.type.kind === 'string' ? step.type.role : undefined;
    if (name && role === 'id') scope.id = name;
    if (name && role === 'initial' && node.type === 'string') scope.initial = name;
    if (name && role === 'result') {
      const parameter = enclosingStep(step, 'function-parameter') !== undefined;
      // Any name in an expression may be meant by it.
      if (!parameter && !isIdentifier(name.text)) scope.incomplete.add('tasks');
      const task = positionOf(enclosingStep(step, 'task'));
      scope.results.push({ name, task, kind: parameter ? 'parameter' : 'output-name' });
    }
    if (name && isButtonContent(step) && isButtonName(name.text))
      scope.buttons.push({ ...name, text: name.text.trim() });
    // `event: x` inside an object was collected with its payload.
    if (name && role === 'event' && step.field?.name !== 'event') {
      // A payload beside the event is another finding.
      const button = step.parent?.node;
      const complete = button?.kind !== 'map' || this.view.pairOf(button, 'payload') === undefined;
      scope.emits.push({ event: name, node, payload: [], complete });
    }
    if (node.value.includes('{{') && makesButtons(step)) scope.incomplete.add('render');
    if (node.value.includes('{{') || (node.closed && isText(step, node)))
      return this.expressionsOf(step, node);
    if (node.empty) this.commented(step);
  }

  /** Names in a text that YAML reads as a comment may be meant as reads. */
  private commented(step: Step): void {
    const comment = commentedText(this.unit, step);
    if (comment === undefined) return;
    const words = identifiersIn(this.unit.text.slice(comment.start, comment.end));
    this.words.push({ scope: this.scopeIndex(), words });
  }

  private *expressionsOf(step: Step, node: ScalarNode): Task<void> {
    const code = step.type.kind === 'string' && step.type.code === true;
    const options = { code, isText: node.closed && isText(step, node) };
    const { expressions, unbraced, words } = yield* scalarFacts(
      this.unit.text,
      node,
      this.place(step),
      step.declared,
      options,
    );
    if (expressions) this.expressions.push(expressions);
    append(this.unbraced, unbraced);
    if (words.size > 0) this.words.push({ scope: this.scopeIndex(), words });
  }

  private place(step: Step): ExpressionPlace {
    const { phase, index, event } = placeOf(step);
    return { scope: this.scopeIndex(), phase, index, event };
  }

  private scopeIndex(): number {
    const scope = this.open.at(-1)?.scope;
    return scope ? this.scopes.lastIndexOf(scope) : -1;
  }
}

/** Leaves out expressions where they are not evaluated, if the same text is repeated where it is. */
function evaluatedOnce(expressions: readonly ExpressionFacts[]): readonly ExpressionFacts[] {
  const evaluated = new Set<ScalarNode>();
  for (const { node, place } of expressions) if (place.phase !== undefined) evaluated.add(node);
  return expressions.filter(({ node, place }) => place.phase !== undefined || !evaluated.has(node));
}

function isButtonContent({ field, parent }: Step): boolean {
  return field?.name === 'content' && parent?.type.kind === 'object' && parent.type.object === 'button';
}

/** Position of a task, if tasks run in their order. */
function orderOf(task: Step | undefined): number {
  return task !== undefined && task.index >= 0 ? task.index : -1;
}

/** Whether the configuration of a module lacks a required field that names results: no name is known then. */
function lacksResult({ fields }: ObjectSpec, config: MapNode): boolean {
  const keys = resolvedPairs(config).map(({ name }) => name);
  return fields.some(
    ({ name, required }) =>
      required &&
      RESULT_FIELDS.has(name) &&
      // Under a misspelt key it is known.
      !keys.some((key) => key === name || nearestNames(key, [name]).length > 0),
  );
}

const RESULT_FIELDS: ReadonlySet<string> = new Set(['output_name', 'function_parameters']);
/**
 * Whether a scalar is text, judging by its place and content, and neither code nor a template of another language.
 */
function isText(step: Step, { value, tag }: ScalarNode): boolean {
  const { type, phase } = step;
  if (tag !== undefined || !value.includes('}') || !evaluates(step)) return false;
  if (type.kind === 'string') return type.code !== true && type.expressionOnly !== true;
  // Parameters of widgets and initial values can be in any language.
  if (type.kind !== 'any' || phase === 'context') return false;
  return startsWithTemplate(value) || (phase !== 'task' && !CODE.test(value));
}

const CODE = /[`;\n\r]|=>|\b(?:function|return)\b/;

/** Whether a value at this place contains buttons or the event of a button. With an expression, it can be any. */
function makesButtons(step: Step): boolean {
  if (step.type.kind === 'string' && step.type.role === 'event') return true;
  let at: Step | undefined = step;
  while (at !== undefined && at.index >= 0) at = at.parent;
  return at?.field?.name === 'buttons';
}
