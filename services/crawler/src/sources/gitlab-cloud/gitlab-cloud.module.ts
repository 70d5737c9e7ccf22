import { Module } from '@nestjs/common';
import { GitlabCloudSource } from './gitlab-cloud.source.ts';

/** GitLab.com by its search. */
@Module({ providers: [GitlabCloudSource], exports: [GitlabCloudSource] })
export class GitlabCloudModule {}
