import type {
  Agent,
  CitableTool,
  Credential,
  DeclaredConnector,
  DeclaredModel,
  Directory,
  Library,
  LibraryFile,
  Owned,
  ResourceType,
  User,
} from '../directory/types.ts';
import type { SkillRecord, SkillViewer } from '../store/store.ts';

/** The resources that a credential can use: those its user sees, restricted by its allowlist (sections 2.5 and 5). */
export class Usable {
  readonly user: User;
  readonly #credential: Credential;
  readonly #directory: Directory;

  constructor(directory: Directory, credential: Credential) {
    const user = directory.users.get(credential.userId);
    if (!user)
      throw new RangeError(
        `credential ${credential.id} has no user; the check of the seed should have found this`,
      );
    this.#directory = directory;
    this.#credential = credential;
    this.user = user;
  }

  /** The enabled completion models of the company. */
  models(): DeclaredModel[] {
    return [...this.#directory.models.values()].filter(
      ({ companyId, enabled, type }) => companyId === this.user.companyId && enabled && type === 'completion',
    );
  }

  model(id: number): DeclaredModel | undefined {
    return this.models().find((model) => model.id === id);
  }

  libraries(): Library[] {
    return this.#seen('library', this.#directory.libraries);
  }

  library(id: number): Library | undefined {
    return this.#see('library', this.#directory.libraries.get(id));
  }

  /** The user sees a file if the user sees its library. An allowlist of files restricts this further. */
  file(id: number): LibraryFile | undefined {
    const file = this.#directory.files.get(id);
    const library = file && this.#directory.libraries.get(file.libraryId);
    if (!library || !this.#owns(library) || !this.#isAllowed('file', id)) return undefined;
    // Without an allowlist of files, an allowlist of libraries also restricts their files.
    const isLimited = this.#credential.allowed.file === undefined;
    return isLimited && !this.#isAllowed('library', library.id) ? undefined : file;
  }

  connectors(): DeclaredConnector[] {
    return this.#seen('connector', this.#directory.connectors);
  }

  connector(id: number): DeclaredConnector | undefined {
    return this.#see('connector', this.#directory.connectors.get(id));
  }

  /** The user can cite the tools of the connectors that the user sees. */
  tool(id: number): CitableTool | undefined {
    const tool = this.#directory.tools.get(id);
    return tool && this.connector(tool.connectorId) ? tool : undefined;
  }

  /** The agents that can run. */
  agents(): Agent[] {
    return this.#seen('agent', this.#directory.agents).filter(({ state }) => state === 'active');
  }

  /** A visible agent, whether or not it can run. A deleted agent is not visible. */
  agent(id: number): Agent | undefined {
    const agent = this.#see('agent', this.#directory.agents.get(id));
    return agent?.state === 'deleted' ? undefined : agent;
  }

  /** The facts from which the store decides which skills are visible. */
  get skillViewer(): SkillViewer {
    const { skill } = this.#credential.allowed;
    return {
      userId: this.user.id,
      companyId: this.user.companyId,
      libraryIds: new Set(this.libraries().map(({ id }) => id)),
      ...(skill && { allowed: skill }),
    };
  }

  /** The user sees own skills, skills of the company, skills of visible libraries, and skills shared with the user. */
  seesSkill(skill: SkillRecord): boolean {
    if (!this.#isAllowed('skill', skill.id)) return false;
    if (skill.userId === this.user.id) return true;
    if (skill.companyId !== this.user.companyId) return false;
    if (skill.level === 'company') return true;
    if (skill.visibility === 'shared' && skill.sharedUserIds.includes(this.user.id)) return true;
    const { level, workspaceId } = skill;
    return level === 'workspace' && workspaceId !== null && this.library(workspaceId) !== undefined;
  }

  #seen<Resource extends Owned>(type: ResourceType, all: ReadonlyMap<number, Resource>): Resource[] {
    return [...all.values()].filter((resource) => this.#see(type, resource));
  }

  #see<Resource extends Owned>(type: ResourceType, resource: Resource | undefined): Resource | undefined {
    return resource && this.#owns(resource) && this.#isAllowed(type, resource.id) ? resource : undefined;
  }

  #owns({ companyId, userIds }: Owned): boolean {
    return companyId === this.user.companyId && (userIds === undefined || userIds.has(this.user.id));
  }

  #isAllowed(type: ResourceType, id: number): boolean {
    return this.#credential.allowed[type]?.has(id) ?? true;
  }
}
