import type { CaseFacts, UnitFacts } from '../../facts/facts';
import { nameOf } from '../../facts/name';
import { unitFacts } from '../../project/files/source';
import { resolveEvent } from '../../project/names/resolve';
import { situationOf } from '../../project/names/scenario-names';
import { type ScopePath, samePath } from '../../project/names/scope-path';
import type { HandlerEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { hasKnownPairs, type MapNode, pairOf } from '../../yaml/tree/tree';
import { isGuarded } from '../data/inferred';
import { addToSection } from '../edits';
import { evaluatedScalars, isSound } from '../expressions/uses';
import type { ReportFinding, Subject } from '../rule';
import { scenarioNamesOf } from './names';

/** Reports events that a scenario raises without a key of the payload that every way on reads. */
export function checkScenarioPayloads(subject: Subject, report: ReportFinding): void {
  const { project, unit } = subject;
  const clicks = clickedEvents(subject);
  if (clicks.size === 0) return;
  for (const name of scenarioNamesOf(subject, 'event')) {
    const map = clicks.get(name.start);
    const payload = map && sentKeys(map);
    const states = situationOf(project, name).states ?? [];
    if (map === undefined || payload === undefined || states.length === 0) continue;
    const needed = states.map((state) => keysRead(project, state, name.text));
    const [first] = needed;
    for (const key of first ?? []) {
      if (payload.includes(key) || !needed.every((keys) => keys.has(key))) continue;
      const edits = addToSection(
        unit,
        map,
        { name: 'payload', index: map.pairs.length },
        { name: key, value: '' },
      );
      report(name, msg`\`${name.text}\` requires \`${key}\` in its \`payload\`.`, {
        fixes: edits ? [{ title: msg`Add \`${key}\``, edits, excludeFromFixAll: true }] : [],
        absentIn: map,
      });
    }
  }
}

/** The events that steps raise as objects, by the start of their names. */
function clickedEvents({ steps, unit }: Subject): ReadonlyMap<number, MapNode> {
  const found = new Map<number, MapNode>();
  for (const { node, type } of steps) {
    if (type.kind !== 'object' || type.object !== 'clicked-event' || node?.kind !== 'map') continue;
    const name = nameOf(pairOf(node, 'event')?.value, unit.text);
    if (name) found.set(name.start, node);
  }
  return found;
}

/** The keys of the payload of an event; undefined if they are not all known. */
function sentKeys(map: MapNode): readonly string[] | undefined {
  if (!hasKnownPairs(map)) return undefined;
  const payload = pairOf(map, 'payload')?.value;
  if (payload === undefined) return [];
  return payload.kind === 'map' && hasKnownPairs(payload) ? payload.pairs.map(({ name }) => name) : undefined;
}

/** The keys of the payload that every case of a transition reads, whichever is taken. */
function keysRead(project: Project, state: ScopePath, event: string): ReadonlySet<string> {
  const [from] = project.scopes(state);
  const found = from && resolveEvent(project, from, event);
  const [handler, ...others] = found?.kind === 'found' ? found.entries : [];
  const source = handler && project.source(handler.source);
  if (handler === undefined || source === undefined || others.length > 0) return NONE;
  const facts = unitFacts(source, handler.unit);
  const [first, ...cases] = handler.handler.cases;
  if (first === undefined) return NONE;
  const inAll = [...keysIn(facts, handler, first, false)].filter((key) =>
    cases.every((one) => keysIn(facts, handler, one, false).has(key)),
  );
  return new Set([...keysIn(facts, handler, first, true), ...inAll]);
}

const NONE: ReadonlySet<string> = new Set();

/** The keys of the payload that a case, or only its condition, reads without a test whether they exist. */
function keysIn(
  facts: UnitFacts,
  { scope }: HandlerEntry,
  { node: written }: CaseFacts,
  isCondition: boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const node = isCondition && written.kind === 'map' ? pairOf(written, 'condition')?.value : written;
  if (node === undefined || written.kind !== 'map') return found;
  for (const { node: scalar, place, parts, code } of evaluatedScalars(facts.expressions)) {
    const path = facts.scopes[place.scope]?.path;
    if (code || path === undefined || !samePath(path, scope.path)) continue;
    if (scalar.start < node.start || scalar.end > node.end) continue;
    for (const part of parts.filter(isSound)) {
      for (const { name, members, access, guarded } of part.uses) {
        const [key] = members;
        if (name !== 'payload' || key === undefined || guarded || access !== 'read') continue;
        if (!isGuarded(part, `payload.${key.name}`) && !(key.name in Object.prototype)) found.add(key.name);
      }
    }
  }
  return found;
}
