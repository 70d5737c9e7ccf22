import { Module } from '@nestjs/common';
import { EvidenceModule } from '../../evidence/evidence.module.ts';
import { ExtractionModule } from '../../extraction/extraction.module.ts';
import { ScanningModule } from '../../scanning/scanning.module.ts';
import { GitRepoSource } from './git-repo.source.ts';
import { RepositoryReader } from './repository-reader.ts';

/** Monitored git repositories. */
@Module({
  imports: [EvidenceModule, ExtractionModule, ScanningModule],
  providers: [RepositoryReader, GitRepoSource],
  exports: [GitRepoSource],
})
export class GitRepoModule {}
